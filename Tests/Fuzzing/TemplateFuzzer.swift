import HTMLTemplates

/// The entry point for libFuzzer. script/fuzz builds it together with HTMLTemplates and FuzzCase.swift.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let problem = FuzzCase(bytes: bytes).problem() { fatalError(problem) }
    _ = try? TemplateData(json: bytes, file: "data")
    return 0
}

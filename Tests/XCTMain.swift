import Testing

/// The entry point of the test program. Without it, SwiftPM looks for XCTest tests in the compiler's index, which our builds leave out.
@main struct TestProgram {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}

import Testing

@testable import Archive

/// Random archives. A failure names its seed.
@Suite struct PropertyTests {
    private let seeds = (0..<300).map { _ in UInt64.random(in: 0...UInt64.max) }

    @Test func `a random archive is read as it was written`() throws {
        for seed in seeds {
            let made = try ZipMaker(seed: seed)
            let problem: String?
            do {
                let read = try ZipReading(made.recording.finished(made.zip)).entries.map {
                    ZipMaker.Meant(name: $0.name, seconds: $0.extra.timestamp, bytes: $0.bytes ?? [], form: $0.form)
                }
                problem = read == made.meant ? nil : "\(made.meant) is read as \(read)"
            } catch {
                problem = "\(error)"
            }
            try #require(problem == nil, "seed \(seed)")
        }
    }

    @Test func `the writer counts all bytes of the archive`() throws {
        for seed in seeds.prefix(50) {
            let made = try ZipMaker(seed: seed)
            try #require(made.zip.length == made.recording.length, "seed \(seed)")
        }
    }

    /// The other tests depend on a strict reader. It does not check only two fields: the writer's version and the file attributes.
    @Test func `the test reader notices a changed byte`() throws {
        var zip = ZipWriter()
        var recording = Recording(try zip.begin("a", modified: .sample))
        recording.append(try zip.write([1, 2, 3]))
        recording.append(try zip.end())
        let archive = try recording.finished(zip).all
        let unnoticed = archive.indices.filter { index in
            var changed = archive
            changed[index] ^= 0x04
            return (try? ZipReading(Recording(changed))) != nil
        }
        let record = archive.count - 22 - 56
        #expect(unnoticed == [record + 4] + (38..<42).map { record + $0 })
    }
}

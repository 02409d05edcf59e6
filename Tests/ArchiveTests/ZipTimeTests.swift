import Testing

@testable import Archive

@Suite struct ZipTimeTests {
    private func dos(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> [UInt16] {
        [UInt16((year - 1980) * 512 + month * 32 + day), UInt16(hour * 2_048 + minute * 32 + second / 2)]
    }

    private func dos(_ time: ZipTime) -> [UInt16] { [time.dosDate, time.dosTime] }

    @Test func `a time is written as DOS time and as timestamp`() {
        #expect(dos(.sample) == dos(2024, 2, 29, 12, 34, 56))
        #expect(ZipTime.sample.extendedTimestamp == [0x55, 0x54, 5, 0, 1, 0xF0, 0x79, 0xE0, 0x65])
    }

    @Test func `only the timestamp keeps an odd second`() {
        let time = ZipTime(secondsSince1970: 1_709_210_097)
        #expect(dos(time) == dos(.sample))
        #expect(time.extendedTimestamp[5] == 0xF1)
    }

    @Test func `only the DOS time is local time`() {
        let west = ZipTime(secondsSince1970: 1_709_210_096, secondsFromUTC: -13 * 3_600)
        #expect(dos(west) == dos(2024, 2, 28, 23, 34, 56))
        #expect(west.extendedTimestamp == ZipTime.sample.extendedTimestamp)
    }

    @Test func `every day from 1980 to 2107 has the right DOS date`() {
        var seconds: Int64 = 315_532_800
        for year in 1980...2107 {
            let isLeap = year % 4 == 0 && year != 2100
            for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in 1...days {
                    let time = ZipTime(secondsSince1970: seconds + 86_399)
                    if dos(time) != dos(year, month + 1, day, 23, 59, 58) { Issue.record("\(year)-\(month + 1)-\(day)") }
                    seconds += 86_400
                }
            }
        }
        #expect(dos(ZipTime(secondsSince1970: seconds)) == dos(2107, 12, 31, 23, 59, 58))
    }

    @Test(arguments: [Int64.min, -1, 315_532_799]) func `a time before 1980 becomes the first DOS time`(seconds: Int64) {
        #expect(dos(ZipTime(secondsSince1970: seconds)) == dos(1980, 1, 1, 0, 0, 0))
    }

    @Test(arguments: [4_354_819_200, Int64.max]) func `a time after 2107 becomes the last DOS time`(seconds: Int64) {
        #expect(dos(ZipTime(secondsSince1970: seconds)) == dos(2107, 12, 31, 23, 59, 58))
    }

    @Test func `a timestamp is signed and left out if it does not fit`() {
        #expect(ZipTime(secondsSince1970: -2).extendedTimestamp.suffix(4) == [0xFE, 0xFF, 0xFF, 0xFF])
        #expect(ZipTime(secondsSince1970: 1 << 31 - 1).extendedTimestamp.suffix(4) == [0xFF, 0xFF, 0xFF, 0x7F])
        #expect(ZipTime(secondsSince1970: 1 << 31).extendedTimestamp.isEmpty)
        #expect(ZipTime(secondsSince1970: -1 << 31 - 1).extendedTimestamp.isEmpty)
    }
}

import ArgumentParser
import Foundation

/// What `script/bench` runs: renderers side by side, loads on the database, bare servers and clients that hold polls.
/// Each prints one line of JSON.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        subcommands: [
            Templates.self, EmojiChecks.self, SlideHints.self, ClientLoad.self, SlowNeighbours.self, BareServer.self, HeldPolls.self,
        ])
}

/// Writes a line for the driver, at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

import ArgumentParser
import Foundation

/// The commands that `script/bench` runs: template engines, checks and hints, loads on the database, a bare server, and a client that holds
/// polls. Each measurement prints its result as one line of JSON.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        subcommands: [
            Templates.self, EmojiChecks.self, SlideHints.self, ClientLoad.self, SlowNeighbours.self, BareServer.self, HeldPolls.self,
        ])
}

/// Writes a line to standard output without a buffer, because the driver waits for it.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

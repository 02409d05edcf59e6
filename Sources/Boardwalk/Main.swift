import ArgumentParser

@main
struct Main: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "boardwalk", abstract: "A web server for clubs, on PostgreSQL.", version: version,
        subcommands: [
            Serve.self, MigrateCommand.self, Demo.self, AccountCommand.self, BadgeCommand.self, CheckCommand.self, GamesCommand.self,
            TemplateCommand.self,
            PostgresCommand.self,
        ])
}

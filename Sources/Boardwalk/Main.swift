import ArgumentParser

@main
struct Main: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "boardwalk", abstract: "Clubs that play, on PostgreSQL.", version: version,
        subcommands: [
            Serve.self, Migrate.self, Demo.self, AccountCommand.self, BadgeCommand.self, CheckCommand.self, TitleCommand.self,
            TemplateCommand.self,
            PostgresCommand.self,
        ])
}

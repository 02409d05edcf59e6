// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]
/// For libraries that compute much: they are optimized in debug builds, too, as the tests wait for them most of all.
let optimized = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "boardwalk",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "boardwalk", targets: ["Boardwalk"]),
        // For Tests/Benchmarks, which is a package of its own.
        .library(name: "Emoji", targets: ["Emoji"]),
        .library(name: "GameRules", targets: ["GameRules"]),
        .library(name: "Postgres", targets: ["Postgres"]),
        .library(name: "HTMLTemplates", targets: ["HTMLTemplates"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
    ],
    targets: [
        .target(name: "Calendar", swiftSettings: settings),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(
            name: "Postgres", dependencies: ["CLibPQ", "Calendar", .product(name: "Logging", package: "swift-log")],
            swiftSettings: optimized
        ),
        .target(name: "HTMLTemplates", swiftSettings: optimized),
        .target(
            name: "Migrations", dependencies: ["Postgres", .product(name: "Crypto", package: "swift-crypto")], swiftSettings: settings),
        .target(name: "GameRules", swiftSettings: optimized),
        .target(name: "SafeText", swiftSettings: optimized),
        .target(name: "Multipart", dependencies: ["SafeText"], swiftSettings: optimized),
        .target(name: "Emoji", swiftSettings: optimized),
        .target(
            name: "OutgoingHTTP",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenID",
            dependencies: [
                "OutgoingHTTP", "SafeText",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "IGDB", dependencies: ["OutgoingHTTP", "SafeText", .product(name: "Logging", package: "swift-log")],
            swiftSettings: settings),
        .target(name: "Archive", dependencies: ["Calendar"], swiftSettings: optimized),
        .target(name: "Folders", swiftSettings: settings),
        .target(
            name: "Pictures",
            dependencies: [
                .product(name: "Subprocess", package: "swift-subprocess"), .product(name: "SystemPackage", package: "swift-system"),
            ], swiftSettings: settings),
        .target(name: "CSV", dependencies: ["SafeText"], swiftSettings: optimized),
        .target(name: "Charts", dependencies: ["Calendar", "HTMLTemplates"], swiftSettings: settings),
        .target(
            name: "Web",
            dependencies: [
                "Calendar", "HTMLTemplates",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
            ],
            swiftSettings: settings),
        .target(
            name: "App",
            dependencies: [
                "Postgres", "HTMLTemplates", "GameRules", "Multipart", "Archive", "Folders", "Web", "CSV", "Charts", "Calendar", "Emoji",
                "OpenID", "IGDB", "OutgoingHTTP", "Pictures", "SafeText",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "Boardwalk",
            dependencies: [
                "App", "Calendar", "Folders", "HTMLTemplates", "IGDB", "Migrations", "OpenID", "Postgres",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["Folders", "Migrations", "Postgres", .product(name: "Logging", package: "swift-log")],
            path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(name: "PostgresTests", dependencies: ["Calendar", "Postgres", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "HTMLTemplatesTests", dependencies: ["HTMLTemplates"], exclude: ["Corpus", "injections.json"], swiftSettings: settings),
        .testTarget(name: "MigrationsTests", dependencies: ["Migrations", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "BoardwalkTests", dependencies: ["Boardwalk", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "SafeTextTests", dependencies: ["SafeText"], swiftSettings: settings),
        .testTarget(name: "MultipartTests", dependencies: ["Multipart", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "ArchiveTests", dependencies: ["Archive", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "CSVTests", dependencies: ["CSV", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "CalendarTests", dependencies: ["Calendar"], swiftSettings: settings),
        .testTarget(name: "ChartsTests", dependencies: ["Calendar", "Charts", "HTMLTemplates", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "FoldersTests", dependencies: ["Folders"], swiftSettings: settings),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures"], swiftSettings: settings),
        .testTarget(
            name: "EmojiTests", dependencies: ["Emoji", "TestSupport", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        .testTarget(name: "OutgoingHTTPTests", dependencies: ["OutgoingHTTP"], swiftSettings: settings),
        .testTarget(
            name: "OpenIDTests",
            dependencies: [
                "OpenID", "OutgoingHTTP", "TestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: settings),
        .target(
            name: "IGDBStandIn",
            dependencies: [
                "TestSupport", .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
            ], path: "Tests/IGDBStandIn", swiftSettings: settings),
        .testTarget(
            name: "IGDBTests",
            dependencies: [
                "IGDB", "IGDBStandIn", "OutgoingHTTP", "TestSupport", .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: settings),
        .testTarget(name: "GameRulesTests", dependencies: ["GameRules"], swiftSettings: settings),
        .testTarget(name: "WebTests", dependencies: ["Web", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", "CSV", "IGDB", "IGDBStandIn", "TestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
    ]
)

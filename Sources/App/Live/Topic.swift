/// Something that people watch. Its name travels between instances.
struct Topic: Hashable, Sendable {
    let name: String
}

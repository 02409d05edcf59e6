/// Something that pages can watch for changes. Its name is sent to other instances.
struct Topic: Hashable, Sendable {
    let name: String
}

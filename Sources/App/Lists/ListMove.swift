/// Where something goes in a list that its member puts in order.
enum ListMove: Sendable, Equatable {
    case up, down, top, end
    case place(Int)

    var name: String {
        switch self {
        case .up: "up"
        case .down: "down"
        case .top: "top"
        case .end: "end"
        case .place: "place"
        }
    }

    var place: Int? { if case .place(let place) = self { place } else { nil } }

    /// What a form says; nothing: to the end. Throws `Refusal`.
    /// - Parameters:
    ///   - thing: what is moved: "A ride".
    ///   - most: as many as the list may have.
    init(_ form: Form, of thing: String, most: Int) throws {
        switch (form["place"], form["move"]) {
        case ("", "up"): self = .up
        case ("", "down"): self = .down
        case ("", "top"): self = .top
        case ("", "end"), ("", ""): self = .end
        case ("", _): throw Refusal(.unprocessableContent, "\(thing) goes up, down, to the top or to the end.")
        default:
            guard let place = form.number("place"), (1...most).contains(place) else {
                throw Refusal(.unprocessableContent, "Write a place: from 1 to \(most).")
            }
            self = .place(place)
        }
    }
}

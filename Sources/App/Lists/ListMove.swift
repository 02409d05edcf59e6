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

    /// Reads the move from an HTML form. An empty form moves the element to the end. Throws `Refusal` if the move is not valid.
    /// - Parameters:
    ///   - thing: the name of the element in the sentence of the refusal, for example "A ride".
    ///   - limit: the maximum number of elements in the list.
    init(_ form: Form, of thing: String, limit: Int) throws {
        switch (form["place"], form["move"]) {
        case ("", "up"): self = .up
        case ("", "down"): self = .down
        case ("", "top"): self = .top
        case ("", "end"), ("", ""): self = .end
        case ("", _): throw Refusal(.unprocessableContent, "\(thing) goes up, down, to the top or to the end.")
        default:
            guard let place = form.number("place"), (1...limit).contains(place) else {
                throw Refusal(.unprocessableContent, "Write a place: from 1 to \(limit).")
            }
            self = .place(place)
        }
    }
}

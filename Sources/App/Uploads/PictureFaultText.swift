import HTTPTypes
import Pictures

extension PictureFault {
    /// Finds the fault that a refusal was made from. Nil if the refusal has another reason.
    init?(_ refusal: Refusal) {
        guard let fault = Self.allCases.first(where: { $0.refusal.sentence == refusal.sentence }) else { return nil }
        self = fault
    }

    var refusal: Refusal { Refusal(status, sentence) }

    private var status: HTTPResponse.Status { [.missing, .unknown].contains(self) ? .serviceUnavailable : .unprocessableContent }

    private var sentence: String {
        switch self {
        case .unreadable: "We cannot read that picture. Use a JPEG, PNG, WebP, GIF, HEIC or AVIF file."
        case .damaged: "That picture is damaged, or not all of it arrived. Try to send it again."
        case .tooManyPixels: "That picture has more than 50 million pixels. Make it smaller, then try again."
        case .tooSlow: "That picture takes too long to read. Save it in another format, then try again."
        case .missing: "Photos cannot be uploaded at the moment: the program vips is missing on the server (Debian package libvips-tools)."
        case .unknown: "Something went wrong here with the picture. Try to send it again."
        }
    }
}

extension SquarePart {
    /// Reads the fields `crop_x`, `crop_y` and `crop_side`. If all of them are empty, the part is `centre`. Throws `Refusal` if a field is
    /// malformed.
    init(_ form: Form) throws {
        let fields = ["crop_x", "crop_y", "crop_side"].map { form[$0] }
        guard fields.contains(where: { !$0.isEmpty }) else {
            self = .centre
            return
        }
        let numbers = fields.compactMap { Double($0) }
        guard numbers.count == 3, let part = SquarePart(x: numbers[0], y: numbers[1], side: numbers[2]) else {
            throw Refusal(.unprocessableContent, "That is not a part of the picture. Choose the part again.")
        }
        self = part
    }
}

import HTTPTypes

/// Why no picture can be made of a file, by a word that an address may say.
enum PictureFault: String, CaseIterable {
    case unreadable, damaged
    case tooManyPixels = "pixels"
    case tooSlow = "slow"
    /// There is nothing to read it with.
    case missing
    /// It is not the file's.
    case unknown

    /// nil: it is for another reason.
    init?(_ refusal: Refusal) {
        guard let fault = Self.allCases.first(where: { $0.refusal.sentence == refusal.sentence }) else { return nil }
        self = fault
    }

    var refusal: Refusal { Refusal(status, sentence) }

    private var status: HTTPResponse.Status { [.missing, .unknown].contains(self) ? .serviceUnavailable : .unprocessableContent }

    private var sentence: String {
        switch self {
        case .unreadable: "That is no picture we can read. Photos may be JPEG, PNG, WebP, GIF, HEIC or AVIF."
        case .damaged: "That picture is damaged, or not all of it arrived. Try to send it again."
        case .tooManyPixels: "That picture has more than 50 million pixels. Make it smaller, then try again."
        case .tooSlow: "That picture takes too long to read. Save it once more in another way, then try again."
        case .missing: "Photos cannot be taken in here just now: the server lacks vips (Debian package libvips-tools)."
        case .unknown: "Something went wrong here with the picture. Try to send it again."
        }
    }
}

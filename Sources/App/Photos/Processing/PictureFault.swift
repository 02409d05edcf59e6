import HTTPTypes

/// Reasons why no picture can be made of a file. The raw values are used in addresses.
enum PictureFault: String, CaseIterable {
    case unreadable, damaged
    case tooManyPixels = "pixels"
    case tooSlow = "slow"
    /// vips is not installed.
    case missing
    /// The cause is not the file.
    case unknown

    /// Finds the fault that a refusal was made from. Nil if the refusal has another reason.
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
        case .missing: "Photos cannot be uploaded at the moment: the server lacks vips (Debian package libvips-tools)."
        case .unknown: "Something went wrong here with the picture. Try to send it again."
        }
    }
}

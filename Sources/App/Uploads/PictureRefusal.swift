import HTTPTypes
import Pictures

extension PictureFault {
    var refusal: Refusal {
        var refusal = Refusal(status, sentence)
        refusal.cause = self
        return refusal
    }

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

/// Reasons why no picture can be made of a file.
public enum PictureFault: String, Error, CaseIterable {
    case unreadable, damaged
    /// The picture has more than `PictureConverter.maxPixels` pixels.
    case tooManyPixels = "pixels"
    case tooSlow = "slow"
    /// vips is not installed.
    case missing
    /// The cause is not the file.
    case unknown
}

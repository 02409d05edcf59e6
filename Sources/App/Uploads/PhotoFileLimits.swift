import HTMLTemplates
import Pictures

/// The limits of photos for forms and scripts: the maximum size of a file, and the longer side in pixels of the picture that the server
/// makes of it.
struct PhotoFileLimits: ViewModel {
    var fileMegabytes = UploadForm.Limits.fileMegabytes
    var side = PicturePair.Sides.photo.large
}

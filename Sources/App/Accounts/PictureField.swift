import HTMLTemplates
import Web

/// The field for one's picture, with a cropper where there is JavaScript.
struct PictureField: ViewModel {
    var problem: String?
    /// The cropper's own files.
    var cropper: Assets.Pair?

    init(problem: String? = nil, visit: Visit) {
        (self.problem, cropper) = (problem, visit.services.assets.apart("cropper"))
    }
}

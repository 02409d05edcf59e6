import HTMLTemplates
import Web

struct PictureField: ViewModel {
    var problem: String?
    var cropper: Assets.Pair?
    var limits = PhotoFileLimits()

    init(problem: String? = nil, visit: Visit) {
        (self.problem, cropper) = (problem, visit.services.assets.apart("cropper"))
    }
}

import Web

struct UploadFeature: Feature {
    func state(_ services: Services) throws -> (any FeatureState)? { try UploadState(services) }
}

final class UploadState: FeatureState {
    fileprivate let folder: UploadFolder
    fileprivate let uploads: Uploads
    fileprivate let imports = ImportLane()
    fileprivate let pictures: PictureQueue

    /// Throws if the folder for uploads cannot be created.
    init(_ services: Services) throws {
        folder = try UploadFolder(below: services.settings.data)
        uploads = Uploads(services.settings.uploads)
        pictures = PictureQueue(in: folder, seconds: services.settings.uploads.secondsOfWork)
    }

    func addGauges(to page: inout PrometheusText) {
        page.gauge("boardwalk_uploads_taken", "Forms with files that are being received.", uploads.places.heldCount)
        page.gauge("boardwalk_photos_worked_on", "Photos that are being decoded and resized.", pictures.places.heldCount)
        page.counter(
            "boardwalk_photos_decoded_total", "Files that were uploaded as photos and examined.", pictures.processedFiles.withLock(\.self))
    }

    func end() { folder.remove() }
}

extension Services {
    var uploadFolder: UploadFolder { self[UploadState.self].folder }
    var uploads: Uploads { self[UploadState.self].uploads }
    var pictures: PictureQueue { self[UploadState.self].pictures }
    var imports: ImportLane { self[UploadState.self].imports }
}

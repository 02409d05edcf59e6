-- additive
-- A photo that is somebody's picture has a third file: the face beside a name.

ALTER TABLE photo_files DROP CONSTRAINT photo_files_size_form,
    -- `face`: a square of 128 pixels, of photos only that are or were somebody's picture.
    ADD CONSTRAINT photo_files_size_form CHECK (size IN ('large', 'small', 'face'));

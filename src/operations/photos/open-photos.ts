// Photos in a bucket while some still lie in this machine's folder: new ones go to the bucket, and what is not there yet is read from
// the folder until `giao photos move` has brought it over.
import type { PhotoFiles } from "../../ports/photo-files.ts";

export function bucketBeforeFolder(bucket: PhotoFiles, folder: PhotoFiles): PhotoFiles {
  return {
    save: bucket.save,
    read: async (token) => (await bucket.read(token)) ?? folder.read(token),
    // The folder first: what is gone there only is read from the bucket and swept again.
    remove: async (token) => {
      await folder.remove(token);
      await bucket.remove(token);
    },
  };
}

import type { FileVersion } from './configuration-file.ts'

/**
 * Returns the reason why a start changes nothing: its file is older than the last applied one. Null for a newer file,
 * and for the same one.
 *
 * @param wasApplied - whether the file was applied before the last one.
 */
export function whySuperseded(
  file: FileVersion,
  last: FileVersion | null,
  wasApplied: boolean,
): string | null {
  if (last === null || file.digest === last.digest) return null
  if (file.revision !== null && last.revision !== null) {
    if (file.revision > last.revision) return null
    return file.revision < last.revision
      ? `its revision is ${file.revision}, but revision ${last.revision} was applied last`
      : `it differs from the last applied file, but has the same revision ${file.revision}`
  }
  return wasApplied ? 'it was applied earlier, and another file was applied after it' : null
}

import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes sure that the names of new files survive a power cut: a file whose name is lost is lost, however well it was written. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

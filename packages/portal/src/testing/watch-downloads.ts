import { onTestFinished, vi } from 'vitest'

/** Returns the names of the files that pages save from now on, without saving them. */
export function watchDownloads(): readonly string[] {
  const names: string[] = []
  const spy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  onTestFinished(() => spy.mockRestore())
  return names
}

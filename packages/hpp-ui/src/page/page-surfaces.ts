import {
  connectSurface,
  type OpenSurface,
  type Surface,
  type Surfaces,
  type ThreeDsWindows,
  type WindowContext,
} from '@sluice/embedded-fields/parts'

/** Returns the 3DS frames of this page: there is no card frame in between, so they open where they are requested. */
export function pageSurfaces(windows: ThreeDsWindows, context: () => Promise<WindowContext>): Surfaces {
  const openings = new Map<Surface, Promise<OpenSurface | null>>()
  return {
    open(surface, windowSize) {
      const known = openings.get(surface)
      if (known) return known
      const opening: Promise<OpenSurface | null> = context()
        // It may have been closed in the meantime.
        .then((known) =>
          openings.get(surface) === opening ? windows.open(surface, windowSize, known) : null,
        )
        .then(
          (opened) => opened && connectSurface(opened.port, opened.windowSize),
          // The frame did not respond; the caller shows the shopper an error.
          () => null,
        )
      openings.set(surface, opening)
      return opening
    },
    close(surface) {
      openings.delete(surface)
      windows.close(surface)
    },
    leave: (url) => location.assign(url),
  }
}

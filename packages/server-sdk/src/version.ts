/** The build writes the package's version here; there is none when running from source. */
declare const __SLUICE_SDK_VERSION__: string | undefined

/** The version of this package, as in the `User-Agent`. */
export const SDK_VERSION: string =
  typeof __SLUICE_SDK_VERSION__ === 'string' ? __SLUICE_SDK_VERSION__ : '0.0.0-source'

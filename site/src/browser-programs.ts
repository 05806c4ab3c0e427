import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

import { componentsIn, licenseTexts } from '../../tools/third-party.ts'

/**
 * Bundles what the pages run: `theme.js` before they are drawn, `site.js` after. With the licences of the bundled
 * packages.
 */
export async function bundleBrowserPrograms(): Promise<readonly (readonly [name: string, text: string])[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: ['theme', 'site'].map((name) =>
      fileURLToPath(new URL(`browser/${name}.ts`, import.meta.url)),
    ),
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: '.',
    format: 'esm',
    target: 'es2022',
  })
  const programs = outputFiles.map(({ path, text }) => [path.replace(/^.*[/\\]/, ''), text] as const)
  return [...programs, ['licenses.txt', licenseTexts(componentsIn(metafile))]]
}

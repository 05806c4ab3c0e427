import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles what the pages run: `theme.js` before they are drawn, `site.js` after. */
export async function bundleBrowserPrograms(): Promise<readonly (readonly [name: string, text: string])[]> {
  const { outputFiles } = await build({
    entryPoints: ['theme', 'site'].map((name) =>
      fileURLToPath(new URL(`browser/${name}.ts`, import.meta.url)),
    ),
    bundle: true,
    minify: true,
    write: false,
    outdir: '.',
    format: 'esm',
    target: 'es2022',
  })
  return outputFiles.map(({ path, text }) => [path.replace(/^.*[/\\]/, ''), text])
}

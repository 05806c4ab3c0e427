import type { Plugin } from 'esbuild'

/**
 * Leaves zod's translations of its messages out of a bundle. zod exports all fifty of them as one object that no bundler can
 * take apart; nothing of ours shows them. They would be a third of what the client loads for its first call, and a ninth of what
 * the gateway loads at its start.
 */
export const zodInEnglish: Plugin = {
  name: 'zod-in-english',
  setup(build) {
    build.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js'`,
    }))
  },
}

import type { Command } from './command.ts'
import { INTEGRATION_COMMANDS } from './integration-commands.ts'
import { OPERATION_COMMANDS } from './operation-commands.ts'
import { TRY_COMMANDS } from './try-commands.ts'

type Commands = Readonly<Record<string, Command>>

/** Listed for no reader, because only the shell's script calls it. */
const SHELL_COMMANDS: Commands = {
  completion: {
    summary: 'Prints a script that completes commands in your shell',
    description: 'Prints a script for the shell, generated from the same table as this help.',
    actions: {
      bash: { meaning: 'source <(sluice-gateway completion bash), in ~/.bashrc' },
      zsh: {
        meaning:
          'source <(sluice-gateway completion zsh), in ~/.zshrc after compinit; or a file _sluice_gateway in $fpath',
      },
      fish: {
        meaning: 'sluice-gateway completion fish > ~/.config/fish/completions/sluice-gateway.fish',
      },
    },
    isClient: true,
    flags: [],
    options: {},
    // The module would need the table that imports it, so it gets the table when it runs.
    load: async () => {
      const { printCompletion } = await import('./completion.ts')
      return { run: ({ action }) => Promise.resolve(printCompletion(action ?? '', COMMANDS)) }
    },
  },
}

/** The commands by reader, in the order of the help. */
export const COMMAND_GROUPS: readonly { readonly title: string; readonly commands: Commands }[] = [
  { title: 'Try it on this machine', commands: TRY_COMMANDS },
  { title: 'Integrate: calls a running gateway', commands: INTEGRATION_COMMANDS },
  { title: 'Run a gateway', commands: OPERATION_COMMANDS },
  { title: 'Shell', commands: SHELL_COMMANDS },
]

/** Every command by its name. */
export const COMMANDS: Commands = Object.assign({}, ...COMMAND_GROUPS.map(({ commands }) => commands))

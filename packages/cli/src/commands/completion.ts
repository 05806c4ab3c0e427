import { describeBash } from '../shell-completion/bash.ts'
import { type CompletedCommand, listCompletedCommands } from '../shell-completion/completed-command.ts'
import { describeFish } from '../shell-completion/fish.ts'
import { describeZsh } from '../shell-completion/zsh.ts'
import type { Command } from './command.ts'
import { writeOutput } from '../terminal.ts'

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: describeBash,
  zsh: describeZsh,
  fish: describeFish,
}

/** Prints the script with which a shell completes the commands of a table. */
export function printCompletion(shell: string, commands: Readonly<Record<string, Command>>): number {
  const describe = SCRIPTS[shell]
  if (describe === undefined) throw new Error(`completion has no action ${shell}`)
  writeOutput(describe(listCompletedCommands(commands)))
  return 0
}

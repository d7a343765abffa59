import type { Given } from '../command-line/command.ts'
import { formatBash } from '../command-line/completion/bash.ts'
import { formatFish } from '../command-line/completion/fish.ts'
import { listCompleted } from '../command-line/completion/table.ts'
import { formatZsh } from '../command-line/completion/zsh.ts'
import { print } from '../command-line/output.ts'
import type { completion } from '../commands/development.ts'
import { commands } from '../commands/table.ts'

const shells = { bash: formatBash, zsh: formatZsh, fish: formatFish }

export async function printCompletion({ shell }: Given<typeof completion>): Promise<void> {
  print(shells[shell](listCompleted(commands)))
}

import { families } from '../../commands/table.ts'
import { PROGRAM } from '../help.ts'
import { type CompletedCommand, type CompletedOption, listFirstWords, listSeconds } from './table.ts'

/** Completion for fish, with descriptions. */
export function formatFish(commands: readonly CompletedCommand[]): string {
  const firsts = listFirstWords(commands)
  return `# Completion of ${PROGRAM} for fish: ${PROGRAM} completion fish | source
function __crypto_checkout_at
    set -l words (commandline -opc)[2..]
    set -l length (count $argv)
    test (count $words) -ge $length; and test "$words[1..$length]" = "$argv"
end

function __crypto_checkout_after
    set -l words (commandline -opc)[2..]
    test "$words" = "$argv"
end

function __crypto_checkout_list
    set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '^.*,')
    printf '%s\\n' $before$argv
end

complete -c ${PROGRAM} -f
complete -c ${PROGRAM} -n __crypto_checkout_after -l help -d 'Explain all commands'
complete -c ${PROGRAM} -n __crypto_checkout_after -l version -d 'Print the version'
${firsts.map((first) => formatName('', first, describeFirst(commands, first))).join('\n')}
${firsts
  .flatMap((first) => listSeconds(commands, first).map(({ second, summary }) => formatName(first, second, summary)))
  .join('\n')}
${commands.flatMap(formatCommand).join('\n')}`
}

function describeFirst(commands: readonly CompletedCommand[], first: string): string {
  const single = commands.find(({ name }) => name === first)
  return single?.summary ?? families[first as keyof typeof families]
}

function formatName(before: string, name: string, summary: string): string {
  const condition = quote(['__crypto_checkout_after', before].filter((part) => part !== '').join(' '))
  return `complete -c ${PROGRAM} -n ${condition} -a ${name} -d ${quote(summary)}`
}

function formatCommand({ name, options, words }: CompletedCommand): string[] {
  const condition = `complete -c ${PROGRAM} -n ${quote(`__crypto_checkout_at ${name}`)}`
  return [
    ...options.map((option) => {
      const value = option.takesValue ? ` -r${formatAnswer(option)}` : ''
      return `${condition} -l ${option.flag.slice(2)}${value} -d ${quote(option.description)}`
    }),
    ...words
      .filter(({ choices, completes }) => choices.length > 0 || completes !== null)
      .map((word) => `${condition}${formatAnswer(word)}`),
  ]
}

function formatAnswer({ choices, isList, completes }: CompletedOption): string {
  if (completes === 'file') return ' -F'
  if (completes === 'folder') return ` -f -a '(__fish_complete_directories)'`
  if (choices.length === 0) return ' -f'
  const list = choices.join(' ')
  return ` -f -a ${quote(isList ? `(__crypto_checkout_list ${list})` : list)}`
}

/** Between single quotes fish knows two escapes. */
function quote(text: string): string {
  return `'${text.replace(/['\\]/g, (character) => `\\${character}`)}'`
}

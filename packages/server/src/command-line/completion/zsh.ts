import { families } from '../../commands/table.ts'
import { PROGRAM } from '../help.ts'
import { type CompletedCommand, type CompletedOption, listFirstWords, listSeconds, quote } from './table.ts'

/** Completion for zsh, with descriptions. */
export function formatZsh(commands: readonly CompletedCommand[]): string {
  const firsts = listFirstWords(commands)
  return `#compdef ${PROGRAM}
# Completion of ${PROGRAM} for zsh: source <(${PROGRAM} completion zsh)
_crypto_checkout() {
  local -a names
  if (( CURRENT == 2 )); then
    names=(
${firsts.map((first) => `      ${quote(`${first}:${describeFirst(commands, first)}`)}`).join('\n')}
    )
    _describe command names
    return
  fi
  case $words[2] in
${firsts
  .filter((first) => listSeconds(commands, first).length > 0)
  .map((first) => formatFamily(commands, first))
  .join('\n')}
  esac
  local command=$words[2]
  case $words[2] in
    ${firsts.filter((first) => listSeconds(commands, first).length > 0).join('|')})
      command="$words[2] $words[3]"
      shift 2 words; (( CURRENT -= 2 )) ;;
    *) shift words; (( CURRENT-- )) ;;
  esac
  case $command in
${commands.map(formatCommand).join('\n')}
  esac
}
if [ "$funcstack[1]" = _crypto_checkout ]; then _crypto_checkout "$@"; else compdef _crypto_checkout ${PROGRAM}; fi`
}

function describeFirst(commands: readonly CompletedCommand[], first: string): string {
  const single = commands.find(({ name }) => name === first)
  return single?.summary ?? families[first as keyof typeof families]
}

function formatFamily(commands: readonly CompletedCommand[], first: string): string {
  const names = listSeconds(commands, first).map(({ second, summary }) => quote(`${second}:${summary}`))
  return `    ${first}) if (( CURRENT == 3 )); then names=(${names.join(' ')}); _describe command names; return; fi ;;`
}

function formatCommand({ name, options, words }: CompletedCommand): string {
  const specs = [
    ...options.map((option) => {
      const repeats = option.isRepeated ? '*' : ''
      const value = option.takesValue ? `:${option.flag.slice(2)}:${formatAction(option)}` : ''
      return quote(`${repeats}${option.flag}${option.takesValue ? '=' : ''}[${escapeSpec(option.description)}]${value}`)
    }),
    ...words.map((word) => quote(`::${escapeSpec(word.description)}:${formatAction(word)}`)),
  ]
  return `    ${quote(name)}) _arguments -S ${specs.join(' ')} ;;`
}

function formatAction({ choices, isList, completes }: CompletedOption): string {
  if (completes === 'file') return '_files'
  if (completes === 'folder') return '_files -/'
  if (choices.length === 0) return ' '
  if (!isList) return `(${choices.map(escapeSpec).join(' ')})`
  return `_sequence compadd - ${choices.map(escapeSpec).join(' ')}`
}

/** Escapes characters that mean something in a specification of \`_arguments\`. */
function escapeSpec(text: string): string {
  return text.replace(/[\\:[\]]/g, (character) => `\\${character}`)
}

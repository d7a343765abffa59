import { PROGRAM } from '../help.ts'
import { type CompletedCommand, type CompletedOption, listFirstWords, listSeconds, quote } from './table.ts'

/**
 * Completion for bash 4 and later, without the package bash-completion. Bash splits words at `:` and `=`, so the
 * function reads the line itself, and leaves out of its answers what stands before the last `:`.
 */
export function formatBash(commands: readonly CompletedCommand[]): string {
  return `# Completion of ${PROGRAM} for bash: source <(${PROGRAM} completion bash)
${MAIN}

# The command, whose name leaves the words; or the names that may follow.
_crypto_checkout_name() {
  case \${words[0]} in
${formatNames(commands)}
  esac
  case $command in
    *' '*) words=("\${words[@]:2}") ;;
    ?*) words=("\${words[@]:1}") ;;
  esac
}

# The values of the option before. Fails if it takes none.
_crypto_checkout_value() {
  case "$command $previous" in
${formatValues(commands)}
    *) return 1 ;;
  esac
}

# What stands in a fixed place.
_crypto_checkout_word() {
  case "$command $place" in
${formatWords(commands)}
    *) return 1 ;;
  esac
}

_crypto_checkout_options() {
  case $command in
${commands.map(({ name, options }) => `    ${quote(name)}) answers=(${options.map(({ flag }) => flag).join(' ')}) ;;`).join('\n')}
  esac
}

complete -F _crypto_checkout ${PROGRAM}`
}

/** Sets COMPREPLY, with the help of the functions below it: they know the commands. */
const MAIN = `_crypto_checkout() {
  local line=\${COMP_LINE:0:COMP_POINT} current= command= kind= list= previous= place=0 word
  local -a words=() answers=()
  read -ra words <<< "$line"
  case $line in *' ') ;; *) current=\${words[\${#words[@]}-1]}; unset "words[\${#words[@]}-1]" ;; esac
  words=("\${words[@]:1}")
  [ "\${words[0]}" = help ] && words=("\${words[@]:1}")
  _crypto_checkout_name
  if [ -n "$command" ]; then
    for word in "\${words[@]}"; do
      # The value of an option is no word in a fixed place.
      case $word in -*) ;; *) _crypto_checkout_value || place=$((place + 1)) ;; esac
      previous=$word
    done
    kind= list= answers=()
    case $current in --*=*) previous=\${current%%=*} current=\${current#*=} ;; esac
    _crypto_checkout_value || case $current in -*) false ;; *) _crypto_checkout_word ;; esac || _crypto_checkout_options
  fi
  COMPREPLY=()
  case $kind in
    file) compopt -o default; return ;;
    folder) compopt -o dirnames; return ;;
  esac
  local before=
  if [ -n "$list" ]; then
    compopt -o nospace
    case $current in *,*) before=\${current%,*}, ;; esac
  fi
  for word in "\${answers[@]}"; do
    case $before$word in "$current"*) COMPREPLY+=("$before$word") ;; esac
  done
  case $COMP_WORDBREAKS$current in *:*:*)
    local cut=\${current%:*}: at
    for at in "\${!COMPREPLY[@]}"; do COMPREPLY[at]=\${COMPREPLY[at]#"$cut"}; done ;;
  esac
}`

function formatNames(commands: readonly CompletedCommand[]): string {
  const firsts = listFirstWords(commands)
  const lines = firsts.map((first) => {
    const seconds = listSeconds(commands, first).map(({ second }) => second)
    if (seconds.length === 0) return `    ${first}) command=${first} ;;`
    const pattern = seconds.join('|')
    return `    ${first}) case \${words[1]} in ${pattern}) command="${first} \${words[1]}" ;; '') answers=(${seconds.join(' ')}) ;; esac ;;`
  })
  return [...lines, `    '') answers=(${[...firsts, '--help', '--version'].join(' ')}) ;;`].join('\n')
}

/** One line for all options that are completed alike. */
function formatValues(commands: readonly CompletedCommand[]): string {
  const places = new Map<string, string[]>()
  for (const { name, options } of commands) {
    for (const option of options.filter(({ takesValue }) => takesValue)) {
      const answer = formatAnswer(option)
      places.set(answer, [...(places.get(answer) ?? []), quote(`${name} ${option.flag}`)])
    }
  }
  return [...places].map(([answer, names]) => `    ${names.join('|')}) ${answer} ;;`).join('\n')
}

function formatWords(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap(({ name, words }) =>
      words.flatMap((word, at) =>
        word.choices.length > 0 || word.completes ? [`    ${quote(`${name} ${at}`)}) ${formatAnswer(word)} ;;`] : [],
      ),
    )
    .join('\n')
}

function formatAnswer({ choices, isList, completes }: CompletedOption): string {
  if (completes) return `kind=${completes}`
  if (choices.length === 0) return 'kind=any'
  return `${isList ? 'list=1 ' : ''}answers=(${choices.map(quote).join(' ')})`
}

import { COMPLETE } from '../command-line/complete.ts'
import { PROGRAM } from '../command-line/help.ts'
import { print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'

/** Scripts for the shells: each asks the program for the answers at the cursor. */
export const scripts = {
  bash: `# Completion of ${PROGRAM} for bash: source <(${PROGRAM} completion bash)
_crypto_checkout() {
  local line=\${COMP_LINE:0:COMP_POINT} current kept answer
  local -a words
  read -ra words <<< "$line"
  case $line in *' ') words+=('') ;; esac
  current=\${words[\${#words[@]}-1]}
  # Bash replaces the end of a word, after the last character that splits words.
  kept=\${current%"\${current##*[$COMP_WORDBREAKS]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r answer _; do
    case $answer in
      :file) compopt -o default ;;
      :folder) compopt -o dirnames ;;
      :list) compopt -o nospace ;;
      *) COMPREPLY+=("\${answer#"$kept"}") ;;
    esac
  done < <(${PROGRAM} ${COMPLETE} "\${words[@]:1}" 2> /dev/null)
}
complete -F _crypto_checkout ${PROGRAM}`,

  zsh: `#compdef ${PROGRAM}
# Completion of ${PROGRAM} for zsh: source <(${PROGRAM} completion zsh)
_crypto_checkout() {
  local line
  local -a answers shown suffix
  for line in "\${(@f)$(${PROGRAM} ${COMPLETE} "\${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
    case $line in
      :file) compset -P '--*='; _files; return ;;
      :folder) compset -P '--*='; _files -/; return ;;
      :list) suffix=(-S '') ;;
      ?*) answers+=("\${line%%$'\\t'*}"); shown+=("\${line/$'\\t'/  -- }") ;;
    esac
  done
  compadd $suffix -l -d shown -a answers
}
if [ "$funcstack[1]" = _crypto_checkout ]; then _crypto_checkout "$@"; else compdef _crypto_checkout ${PROGRAM}; fi`,

  fish: `# Completion of ${PROGRAM} for fish: ${PROGRAM} completion fish | source
function __crypto_checkout
    set -l current (commandline -ct)
    set -l before (string match -r -- '^--[^=]*=' "$current")
    set -l value (string replace -r -- '^--[^=]*=' '' "$current")
    for answer in (${PROGRAM} ${COMPLETE} (commandline -opc)[2..] "$current" 2> /dev/null)
        switch $answer
            case :file
                printf '%s\\n' "$before"(__fish_complete_path $value)
            case :folder
                printf '%s\\n' "$before"(__fish_complete_directories $value)
            case :list
            case '*'
                echo $answer
        end
    end
end
complete -c ${PROGRAM} -f -a '(__crypto_checkout)'`,
}

export async function printCompletion({ shell }: Input<'completion'>): Promise<void> {
  print(scripts[shell])
}

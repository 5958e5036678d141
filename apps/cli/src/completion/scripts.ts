const bash = `# Completion of sdc in bash. Install it, once:
#   sdc completion bash > ~/.local/share/bash-completion/completions/sdc
_sdc() {
  local line value before='' w=$COMP_CWORD
  # bash takes name=value for three words, and completes the last of them.
  [[ \${COMP_WORDS[w]} == '=' ]] || ((w--))
  [[ \${COMP_WORDS[w]} == '=' ]] && before="\${COMP_WORDS[w-1]}="
  COMPREPLY=()
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    value=\${value#"$before"}
    [[ $value == *= ]] && compopt -o nospace 2>/dev/null
    [[ $value == *[^A-Za-z0-9_./,=:%+@-]* ]] && printf -v value '%q' "$value"
    COMPREPLY+=("$value")
  done < <("$1" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _sdc sdc`

const zsh = `#compdef sdc
# Completion of sdc in zsh. Install it, once:
#   sdc completion zsh > "\${fpath[1]}/_sdc"
_sdc() {
  local line value
  local -a found
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    found+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
  done < <("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe 'sdc' found; else _files; fi
}
if [[ $funcstack[1] == _sdc ]]; then _sdc "$@"; else compdef _sdc sdc; fi`

const fish = `# Completion of sdc in fish. Install it, once:
#   sdc completion fish > ~/.config/fish/completions/sdc.fish
function __sdc_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l found ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path "$current"
  end
end
complete -c sdc -f -a '(__sdc_complete)'`

/** Completion script of each shell. It calls the program, so it never becomes outdated. */
export const completionScripts: ReadonlyMap<string, string> = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
])

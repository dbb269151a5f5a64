/** The hidden command that the scripts ask; the words of the line so far come behind `--`. */
export const ASKED = 'complete-words';

/** Shells that can be taught to complete. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

const BASH = `# deep-think-mcp: eval "$(deep-think-mcp complete bash)" in ~/.bashrc
_deep_think_mcp() {
  local IFS=$'\\n'
  COMPREPLY=($("$1" ${ASKED} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _deep_think_mcp deep-think-mcp
`;

const ZSH = `# deep-think-mcp: eval "$(deep-think-mcp complete zsh)" in ~/.zshrc, behind compinit
_deep_think_mcp() {
  local -a found
  local name about
  while IFS=$'\\t' read -r name about; do
    found+=("\${name//:/\\\\:}:$about")
  done < <("\${words[1]}" ${ASKED} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then
    _describe deep-think-mcp found
  else
    _files
  fi
}
compdef _deep_think_mcp deep-think-mcp
`;

const FISH = `# deep-think-mcp: deep-think-mcp complete fish | source in ~/.config/fish/config.fish
function __deep_think_mcp
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  $before[1] ${ASKED} -- $before[2..-1] "$current" 2>/dev/null
end
complete -c deep-think-mcp -k -a '(__deep_think_mcp)'
`;

/** The script that teaches each shell. */
export const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
};

import { Argument, type Command } from 'commander'
import { completionScripts } from '../../completion/scripts.js'
import { writeText } from '../../terminal/write-text.js'

const help = `
Install it, once:
  bash   sdc completion bash > ~/.local/share/bash-completion/completions/sdc
  zsh    sdc completion zsh > "\${fpath[1]}/_sdc"
  fish   sdc completion fish > ~/.config/fish/completions/sdc.fish
Or for this session alone: source <(sdc completion bash)

It completes commands, options and their choices, ids of methods, metrics and attacks, parameters for --set, and files. For --columns, --by and --given it completes the columns of the CSV file on the line.`

/** Adds `sdc completion`. */
export function add(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'name of the shell').choices([...completionScripts.keys()]))
    .addHelpText('after', help)
    .action((shell: string) => {
      writeText(process.stdout, `${completionScripts.get(shell)}\n`)
    })
}

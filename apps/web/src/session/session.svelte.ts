import { SdcError } from '@sdc/core'
import type { AnonymisedView } from '../worker/protocol/anonymous-types.js'
import type { ChosenView, Measurements } from '../worker/protocol/comparison-types.js'
import type { OpenedFile, Said } from '../worker/protocol/file-types.js'
import type { Version } from '../worker/protocol/history-types.js'
import type { Ask, Work } from '../worker/protocol/protocol.js'
import type { ReleaseView } from '../worker/protocol/release-types.js'
import type { Settings } from '../worker/protocol/settings-types.js'
import type { MadeTable } from '../worker/protocol/table-types.js'
import { downloaded, type Saver } from './saver.js'
import { askedAboutFile, askedAboutLink, askedAboutPlan } from './open-question.js'
import { historyText } from './history-file.js'
import { baseName } from '../worker/data/release-names.js'
import { readingKey } from '../worker/data/reading-key.js'
import { fileKind } from './file-kind.js'
import { stepsOf, type Problem, type Session, type Step, type StepState, type Working } from './session-types.js'
import { comparedWith } from './compared-with.js'
import { Comparisons } from './comparisons.svelte.js'
import { DrawnFiles } from './drawn-files.svelte.js'
import { Tasks } from './tasks.svelte.js'
import { problemOf } from './remedies.js'
import { anonymityKey, candidatesKey, choiceKey, comparisonKey, sorted } from './staleness.js'
import { isMaskedRole } from './schema.js'
import { usualSettings } from './usual-settings.js'
import { changed, goneTo, redone, treeOf, undone, versionAt, type VersionTree } from './version-tree.js'

/** Parts of a session. */
export interface SessionParts {
  readonly work: Work
  readonly saver: Saver
  /** Initial policy. */
  readonly policy: Settings['policy']
  /** Loads the example file. */
  readonly example: () => Promise<File>
}

/** Greatest duration in milliseconds of an anonymisation that is repeated after each change of the requirements. */
const QUICK = 5000

/** The state of the page. */
export class PageSession implements Session {
  step = $state<Step>('data')
  file = $state.raw<OpenedFile>()
  chosen = $state.raw<ChosenView>()
  anonymised = $state.raw<AnonymisedView>()
  hasTables = $state<boolean>()
  elsewhere = $state.raw<Session['elsewhere']>()
  #tree = $state.raw<VersionTree>()!
  /** The tree that is saved or new; any other tree is lost when the page closes. */
  #saved = $state.raw<VersionTree>()
  #chosenOf = $state('')
  #anonymisedOf = $state('')
  #anonymisedIn = Infinity
  #anonymised: Promise<boolean> = Promise.resolve(true)
  #anonymising = 0
  #measuredOf = $state('')
  /** The facts with which the shown columns were read. */
  #readBy = ''
  readonly #tasks = new Tasks((error, again) => problemOf(error, { session: this, again }))
  readonly #comparisons: Comparisons
  readonly #drawn: DrawnFiles
  readonly #parts: SessionParts
  readonly work: Work

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.work = parts.work
    this.#comparisons = new Comparisons(parts.work)
    this.#drawn = new DrawnFiles(parts.work, parts.saver)
    this.#tree = treeOf(usualSettings(undefined, parts.policy), 'start')
    this.#saved = this.#tree
  }

  get versions(): readonly Version[] {
    return this.#tree.versions
  }

  get at(): number {
    return this.#tree.at
  }

  get settings(): Settings {
    return versionAt(this.#tree).settings
  }

  get working(): Working | undefined {
    return this.#tasks.working
  }

  get problem(): Problem | undefined {
    return this.#tasks.problem
  }

  get comparison(): Session['comparison'] {
    return this.#comparisons.shown
  }

  get compared(): Session['compared'] {
    return this.#comparisons.complete
  }

  get measured(): number {
    return this.#comparisons.measured
  }

  get release(): ReleaseView | undefined {
    return this.#drawn.release
  }

  get table(): MadeTable | undefined {
    return this.#drawn.table
  }

  get privateSaved(): boolean {
    return this.#drawn.privateSaved
  }

  get unconfirmed(): boolean {
    return this.#drawn.unconfirmed
  }

  get unsaved(): boolean {
    const isTreeUnsaved = this.#tree.versions !== this.#saved?.versions
    return this.file !== undefined && (isTreeUnsaved || this.#comparisons.unsaved || this.#drawn.unsaved)
  }

  go(step: Step): void {
    this.step = step
  }

  state(step: Step): StepState {
    const { settings, file } = this
    const doing = this.working?.what
    const shown = (what: Working['what'], isThere: boolean, isFresh: boolean): StepState =>
      doing === what ? 'working' : !isThere ? 'empty' : isFresh ? 'done' : 'out of date'
    switch (step) {
      case 'data':
        return shown('reading', file !== undefined, true)
      case 'roles':
        return file !== undefined && isMasking(settings) ? 'done' : 'empty'
      case 'try':
        return shown('comparing', this.comparison !== undefined, this.#isCompared(settings))
      case 'choose':
        return shown('choosing', this.chosen !== undefined, this.#chosenOf === choiceKey(settings))
      case 'anonymise':
        return shown('anonymising', this.anonymised !== undefined, this.#anonymisedOf === anonymityKey(settings))
      case 'table':
        return shown('tabulating', this.table !== undefined, this.#drawn.isTableOf(settings))
      case 'measure':
        return shown('measuring', this.elsewhere?.view !== undefined, this.#measuredOf === sorted(settings.schema))
      case 'release':
        return shown('releasing', this.release !== undefined, this.#drawn.isReleaseOf(settings))
    }
  }

  #isCompared(settings: Settings, keyOf = comparisonKey): boolean {
    return this.#comparisons.isShownFor(settings, this.versions, keyOf)
  }

  /** Shows the candidates as judged by the policy of these settings: from an earlier comparison, or judged again. */
  #showJudged(settings: Settings): void {
    if (this.comparison === undefined || this.#isCompared(settings)) return
    if (this.#comparisons.showEarlier(settings, this.versions)) void this.#examineAgain()
    else if (this.#isCompared(settings, candidatesKey) && this.working === undefined) void this.#judgeAgain()
  }

  /**
   * Judges existing measurements again: measures what another policy limits in addition, and examines the chosen
   * candidate.
   */
  async #judgeAgain(): Promise<void> {
    await this.#compare(true)
    await this.#examineAgain()
  }

  /** Examines the chosen candidate by the present policy; a version with another choice keeps its own. */
  async #examineAgain(): Promise<void> {
    const label = this.chosen?.label
    const isChosen = label !== undefined && label === this.settings.chosen
    if (isChosen && this.#chosenOf !== choiceKey(this.settings) && this.working === undefined) await this.choose(label)
  }

  async open(files: readonly File[]): Promise<void> {
    const [file, ...others] = files
    if (file === undefined) return
    if (others.length > 0) {
      this.refuse(`${files.length} files were opened at once`, 'Open them one after the other.')
      return
    }
    const kind = await fileKind(file)
    if (kind === 'key') await this.#replay(file)
    else if (kind === 'plan') await this.#openPlan(file)
    else if (kind === 'history') await this.#openHistory(file)
    else if (kind === 'private') {
      this.refuse(
        `${file.name} is a private file of a release, not data`,
        'Open the original file, or a key file to replay it.',
      )
    } else await this.#openData(file)
  }

  async openExample(): Promise<void> {
    await this.#openData(await this.#parts.example())
  }

  async #openData(file: File, said?: Said): Promise<void> {
    await this.#tasks.run('reading', async (ask) => {
      const opened = await this.work.open(file, { ...ask, said }).catch(async (error: unknown) => {
        throw await askedAboutFile(error, file, (more) => void this.#openData(file, { ...said, ...more }))
      })
      this.file = opened
      this.#readBy = readingKey(opened.proposed)
      this.#tree = treeOf(usualSettings(opened, this.#parts.policy), `opened ${opened.name}`)
      this.#saved = this.#tree
      this.#forgetResults([])
      this.elsewhere = undefined
      this.#drawn.forget()
    })
  }

  async #openPlan(file: File, without = false): Promise<void> {
    await this.#tasks.run('reading', async (ask) => {
      if (this.file === undefined) throw withoutData(file.name)
      const settings = await this.work.readPlan(file, without).catch((error: unknown) => {
        throw askedAboutPlan(error, () => void this.#openPlan(file, true))
      })
      await this.#readBySchema(settings.schema, ask)
      this.change(settings, `plan ${file.name}`)
    })
  }

  async #openHistory(file: File): Promise<void> {
    await this.#tasks.run('reading', async (ask) => {
      if (this.file === undefined) throw withoutData(file.name)
      const { versions, at, measured, isOfOtherData } = await this.work.readHistory(file)
      const tree: VersionTree = { versions, at, next: new Map() }
      await this.#readBySchema(versionAt(tree).settings.schema, ask)
      this.#tree = tree
      this.#saved = this.#tree
      // Earlier comparisons refer to the version numbers of another tree.
      this.#forgetResults(measured ?? [])
      if (isOfOtherData === true)
        throw new SdcError(
          'FILE',
          `the measurements of ${file.name} belong to a file with other values; only its settings were opened`,
          { file: file.name },
          'To continue its comparison, open the original data file first.',
        )
    })
  }

  #forgetResults(measured: Measurements): void {
    this.#comparisons.restart(measured)
    this.chosen = undefined
    this.anonymised = undefined
    this.#anonymisedIn = Infinity
  }

  async #replay(key: File): Promise<void> {
    await this.#tasks.run('replaying', async (ask) => {
      if (this.file === undefined) throw withoutData(key.name)
      this.#drawn.keep(await this.work.replay(key, ask), this.settings)
      // Its key is already saved as a file.
      this.#drawn.privateSaved = true
      this.step = 'release'
    })
  }

  change(settings: Partial<Settings>, label: string): void {
    this.#move(changed(this.#tree, withoutOldChoice(this.settings, settings), label))
  }

  /** Shows the columns as read with the settings; settings with which the file cannot be read are undone. */
  async #reread(schema: Settings['schema']): Promise<void> {
    const isDone = await this.#tasks.run('reading', (ask) => this.#readBySchema(schema, ask))
    if (!isDone) this.#tree = undone(this.#tree)
  }

  /** Reads the file again if the schema changes how it is read. */
  async #readBySchema(schema: Settings['schema'], ask: Ask): Promise<void> {
    if (readingKey(schema) === this.#readBy) return
    const view = await this.work.reopen(schema, ask)
    const { proposed, codes } = this.file ?? view
    this.file = { ...view, proposed, codes }
    this.#readBy = readingKey(schema)
  }

  undo(): void {
    this.#move(undone(this.#tree))
  }

  redo(): void {
    this.#move(redone(this.#tree))
  }

  goTo(version: number): void {
    this.#move(goneTo(this.#tree, version))
  }

  #move(tree: VersionTree): void {
    this.#tree = tree
    const { settings } = this
    // Another goal has other steps.
    if (!stepsOf[settings.goal].includes(this.step)) this.step = 'data'
    const isRead = this.file === undefined || readingKey(settings.schema) === this.#readBy
    if (!isRead && this.working === undefined) void this.#reread(settings.schema)
    // Another policy, such as one with a further exception, judges the drawn file at once.
    const isJudgedOtherwise = this.#drawn.isDrawOf(settings) && !this.#drawn.isReleaseOf(settings)
    if (isJudgedOtherwise && this.working === undefined) {
      void this.#tasks.run('releasing', async (ask) =>
        this.#drawn.keep(await this.work.judge(settings, ask), settings, true),
      )
    }
    this.#showJudged(settings)
  }

  async compare(): Promise<void> {
    await this.#compare(false)
  }

  async #compare(isAgain: boolean): Promise<void> {
    const version = versionAt(this.#tree)
    await this.#tasks.run(
      'comparing',
      (ask) => this.#comparisons.compare(version, isAgain, ask),
      () => void this.#compare(isAgain),
    )
  }

  async choose(label: string): Promise<void> {
    const views = this.#comparisons.all.flatMap((one) => one?.view.candidates ?? [])
    const candidate = views.find((one) => one.label === label)
    if (candidate) this.change({ chosen: label, steps: candidate.steps }, candidate.title)
    const { settings } = this
    await this.#tasks.run(
      'choosing',
      async (ask) => {
        this.chosen = await this.work.choose(settings, label, ask)
        this.#chosenOf = choiceKey(settings)
      },
      () => void this.choose(label),
    )
  }

  get isQuick(): boolean {
    return this.#anonymisedIn < QUICK
  }

  async anonymise(): Promise<void> {
    // Only the last request counts; earlier ones are cancelled.
    const asked = (this.#anonymising += 1)
    if (this.working?.what === 'anonymising') this.working.cancel()
    await this.#anonymised
    if (asked !== this.#anonymising) return
    const { settings } = this
    this.#anonymised = this.#tasks.run('anonymising', async (ask) => {
      const from = performance.now()
      const view = await this.work.anonymise(settings, ask)
      this.anonymised = view
      this.#anonymisedIn = performance.now() - from
      this.change({ schema: view.schema, chosen: view.label, steps: view.steps }, view.label)
      this.#anonymisedOf = anonymityKey(this.settings)
    })
    await this.#anonymised
  }

  async draw(): Promise<void> {
    const { settings } = this
    await this.#tasks.run(
      'releasing',
      async (ask) => {
        const label = settings.chosen
        if (label === undefined)
          throw new SdcError('BAD_PLAN', 'no candidate is chosen', {}, 'Choose a candidate first.')
        const compared = comparedWith(settings, this.versions, this.#comparisons.all)
        this.#drawn.keep(await this.work.release(settings, label, { ...ask, compared }), settings)
      },
      () => void this.draw(),
    )
  }

  async loadTables(file?: File): Promise<void> {
    if (this.hasTables === true) return
    this.hasTables = await this.work.loadTables(file)
    if (file !== undefined && !this.hasTables)
      this.refuse(`${file.name} is not the sdc-tables.js of this page`, 'Choose the file that came with this sdc.html.')
  }

  async makeTable(): Promise<void> {
    const { settings } = this
    // Its worker keeps the files of one table only.
    this.#drawn.forget()
    await this.#tasks.run('tabulating', async (ask) =>
      this.#drawn.keepTable(await this.work.table(settings, ask), settings),
    )
  }

  async save(box: 'private' | 'public', how: 'folder' | 'zip'): Promise<void> {
    const name = this.file?.name ?? 'release'
    await this.#tasks.run('saving', (ask) => this.#drawn.save(box, how, name, ask))
  }

  confirmPrivateSaved(): void {
    if (this.unconfirmed) void this.#tasks.run('saving', () => this.#drawn.markPrivateSaved())
  }

  async measure(files: readonly File[], link?: string): Promise<void> {
    const { settings } = this
    const [data, beside] = [files.filter(isData), files.filter((file) => !isData(file))]
    if (data.length !== 1) {
      this.refuse('open one masked file', 'Its private file or public manifest may be opened with it.')
      return
    }
    this.step = 'measure'
    await this.#tasks.run('measuring', async (ask) => {
      const [file] = data
      this.elsewhere = { files }
      const view = await this.work.measure(settings, { file, beside, link }, ask).catch((error: unknown) => {
        throw askedAboutLink(error, {
          setRoles: () => this.go('roles'),
          linkBy: (name) => void this.measure(files, name),
        })
      })
      this.elsewhere = { files, view }
      this.#measuredOf = sorted(settings.schema)
    })
  }

  async saveMeasured(name: string): Promise<void> {
    await this.#tasks.run('saving', async () => downloaded(new Blob([await this.work.measured(name)]), name))
  }

  async savePlan(): Promise<void> {
    const { settings, file } = this
    await this.#tasks.run('saving', async () => {
      const hasChoice = settings.steps !== undefined && settings.chosen !== undefined
      const text = await this.work.plan(settings, hasChoice ? settings.chosen : undefined)
      downloaded(new Blob([text], { type: 'application/yaml' }), `${baseName(file?.name ?? 'sdc')}.plan.yaml`)
    })
  }

  async saveHistory(): Promise<void> {
    const { file } = this
    await this.#tasks.run('saving', async () => {
      if (file === undefined) throw withoutData('the history')
      const columns = file.columns.map(({ name }) => name)
      const measured = { sum: file.sum, runs: this.#comparisons.measurements }
      const text = historyText(this.#tree, { name: file.name, columns, measured })
      downloaded(new Blob([text], { type: 'application/json' }), `${baseName(file.name)}.history.json`)
      this.#saved = this.#tree
      this.#comparisons.markSaved()
    })
  }

  refuse(message: string, fix: string): void {
    this.#tasks.problem = { message, fix }
  }

  dismiss(): void {
    this.#tasks.problem = undefined
  }
}

/**
 * Returns a change together with what it invalidates: steps of another goal, or of an anonymisation by other
 * requirements.
 */
function withoutOldChoice({ goal }: Settings, change: Partial<Settings>): Partial<Settings> {
  const keys = goal === 'anonymous' ? ['goal', 'schema', 'anonymity', 'fixed', 'last'] : ['goal']
  const isOld = change.steps === undefined && Object.keys(change).some((key) => keys.includes(key))
  return isOld ? { ...change, chosen: undefined, steps: undefined } : change
}

/** Returns true for a table, and false for a private file or a manifest. */
function isData({ name }: File): boolean {
  return !/\.json$/i.test(name)
}

function isMasking({ schema }: Settings): boolean {
  return Object.values(schema.columns).some(({ role }) => isMaskedRole(role))
}

function withoutData(name: string): SdcError {
  return new SdcError('FILE', `${name} needs an open file`, { file: name }, 'Open the data file first.')
}

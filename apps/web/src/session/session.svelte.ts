import { isSdcError, SdcError } from '@sdc/core'
import type {
  Ask,
  AnonymisedView,
  ChosenView,
  ComparisonView,
  Measurements,
  OpenedFile,
  Progress,
  ReleaseView,
  Said,
  Settings,
  Version,
  Work,
} from '../worker/protocol/protocol.js'
import type { MadeTable } from '../worker/protocol/table-types.js'
import { downloaded, type Saver } from './saver.js'
import { Asked, openQuestion, QUOTED_BYTES } from './open-question.js'
import { historyText } from './history-file.js'
import { baseName } from '../worker/data/release-names.js'
import { readingKey } from '../worker/data/reading-key.js'
import { fileKind } from './file-kind.js'
import { stepsOf, type Session, type Step, type StepState, type Working } from './session-types.js'
import { comparedWith } from './compared-with.js'
import { withRemedies } from './remedies.js'
import {
  anonymityKey,
  candidatesKey,
  choiceKey,
  comparisonKey,
  drawKey,
  releaseKey,
  sorted,
  tableKey,
} from './staleness.js'
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

/** Parts of a comparison that leave their side unchanged; they are tried first, and counted with the others. */
const UNCHANGED = 2

/** The state of the page. */
export class PageSession implements Session {
  step = $state<Step>('data')
  file = $state.raw<OpenedFile>()
  comparison = $state.raw<Session['comparison']>()
  compared = $state.raw<Session['compared']>([])
  chosen = $state.raw<ChosenView>()
  anonymised = $state.raw<AnonymisedView>()
  release = $state.raw<ReleaseView>()
  table = $state.raw<MadeTable>()
  hasTables = $state<boolean>()
  elsewhere = $state.raw<Session['elsewhere']>()
  privateSaved = $state(false)
  unconfirmed = $state(false)
  working = $state.raw<Working>()
  problem = $state.raw<Session['problem']>()
  #tree = $state.raw<VersionTree>()!
  /** The tree that is saved or new; any other tree is lost when the page closes. */
  #saved = $state.raw<VersionTree>()
  #chosenOf = $state('')
  #anonymisedOf = $state('')
  #anonymisedIn = Infinity
  #anonymised: Promise<boolean> = Promise.resolve(true)
  #anonymising = 0
  #measuredOf = $state('')
  #releaseOf = $state('')
  #drawOf = $state('')
  #tableOf = $state('')
  /** Measurements of the comparisons of the open file. */
  #measured = new Map<string, Measurements[number][1]>()
  measured = $state(0)
  #measuredSaved = 0
  /** The facts with which the shown columns were read. */
  #readBy = ''
  #releasedOut = $state(true)
  readonly #parts: SessionParts
  readonly work: Work

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.work = parts.work
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

  get unsaved(): boolean {
    return (
      this.file !== undefined &&
      (this.#tree.versions !== this.#saved?.versions || this.measured !== this.#measuredSaved || !this.#releasedOut)
    )
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
        return shown('tabulating', this.table !== undefined, this.#tableOf === tableKey(settings))
      case 'measure':
        return shown('measuring', this.elsewhere?.view !== undefined, this.#measuredOf === sorted(settings.schema))
      case 'release':
        return shown('releasing', this.release !== undefined, this.#releaseOf === releaseKey(settings))
    }
  }

  #isCompared(settings: Settings, keyOf = comparisonKey): boolean {
    const { comparison } = this
    return comparison?.complete === true && this.#isOf(comparison.of, settings, keyOf)
  }

  #isOf(version: number, settings: Settings, keyOf = comparisonKey): boolean {
    const of = this.versions.find(({ id }) => id === version)
    return of !== undefined && keyOf(of.settings) === keyOf(settings)
  }

  /** Shows the candidates as judged by the policy of these settings: from an earlier comparison, or judged again. */
  #showJudged(settings: Settings): void {
    if (this.comparison === undefined || this.#isCompared(settings)) return
    const known = this.compared.find(({ version }) => this.#isOf(version, settings))
    if (known) {
      this.comparison = { view: known.view, of: known.version, complete: true }
      void this.#examineAgain()
    } else if (this.#isCompared(settings, candidatesKey) && this.working === undefined) void this.#judgeAgain()
  }

  /**
   * Judges existing measurements again: measures what another policy limits in addition, and examines the chosen
   * candidate.
   */
  async #judgeAgain(): Promise<void> {
    await this.#compare(false)
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
    await this.#do('reading', async (ask) => {
      const opened = await this.work.open(file, { ...ask, said }).catch(async (error: unknown) => {
        throw await this.#asked(error, file, said)
      })
      this.file = opened
      this.#readBy = readingKey(opened.proposed)
      this.#tree = treeOf(usualSettings(opened, this.#parts.policy), `opened ${opened.name}`)
      this.#saved = this.#tree
      this.#takeMeasured([])
      this.comparison = undefined
      this.compared = []
      this.chosen = undefined
      this.anonymised = undefined
      this.#anonymisedIn = Infinity
      this.elsewhere = undefined
      this.#forgetRelease()
    })
  }

  /** Lets the user decide an open question about a file: its sheet, its encoding. */
  async #asked(error: unknown, file: File, said: Said | undefined): Promise<unknown> {
    if (!isSdcError(error) || error.place.parameter === undefined) return error
    const question = openQuestion(error, new Uint8Array(await file.slice(0, QUOTED_BYTES).arrayBuffer()))
    if (question === undefined) return error
    const { message, fix, choices } = question
    const act = (more: Said) => () => void this.#openData(file, { ...said, ...more })
    return new Asked({ message, fix, choices: choices.map(({ text, said: more }) => ({ text, act: act(more) })) })
  }

  async #openPlan(file: File, without = false): Promise<void> {
    await this.#do('reading', async (ask) => {
      if (this.file === undefined) throw withoutData(file.name)
      const settings = await this.work.readPlan(file, without).catch((error: unknown) => {
        const { parameter, choices = [] } = isSdcError(error) ? error.place : {}
        if (!isSdcError(error) || parameter !== 'plan') throw error
        const act = (): void => void this.#openPlan(file, true)
        const text = `Open it without ${choices.join(', ')}`
        throw new Asked({ message: error.message, fix: error.fix, choices: [{ text, act }] })
      })
      await this.#readBySchema(settings.schema, ask)
      this.change(settings, `plan ${file.name}`)
    })
  }

  async #openHistory(file: File): Promise<void> {
    await this.#do('reading', async (ask) => {
      if (this.file === undefined) throw withoutData(file.name)
      const { versions, at, measured, isOfOtherData } = await this.work.readHistory(file)
      const tree: VersionTree = { versions, at, next: new Map() }
      await this.#readBySchema(versionAt(tree).settings.schema, ask)
      this.#tree = tree
      this.#saved = this.#tree
      this.#takeMeasured(measured ?? [])
      // Earlier comparisons refer to the version numbers of another tree.
      this.comparison = undefined
      this.compared = []
      this.chosen = undefined
      this.anonymised = undefined
      this.#anonymisedIn = Infinity
      if (isOfOtherData === true)
        throw new SdcError(
          'FILE',
          `the measurements of ${file.name} belong to a file with other values; only its settings were opened`,
          { file: file.name },
          'To continue its comparison, open the original data file first.',
        )
    })
  }

  #takeMeasured(measured: Measurements): void {
    this.#measured = new Map(measured)
    this.measured = measured.length
    this.#measuredSaved = measured.length
  }

  async #replay(key: File): Promise<void> {
    await this.#do('replaying', async (ask) => {
      if (this.file === undefined) throw withoutData(key.name)
      this.#take(await this.work.replay(key, ask), this.settings)
      // Its key is already saved as a file.
      this.privateSaved = true
      this.step = 'release'
    })
  }

  change(settings: Partial<Settings>, label: string): void {
    this.#move(changed(this.#tree, withoutOldChoice(this.settings, settings), label))
  }

  /** Shows the columns as read with the settings; settings with which the file cannot be read are undone. */
  async #reread(schema: Settings['schema']): Promise<void> {
    const isDone = await this.#do('reading', (ask) => this.#readBySchema(schema, ask))
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
    const isSameDraw = this.release !== undefined && this.#drawOf === drawKey(settings)
    // Another policy, such as one with a further exception, judges the drawn file at once.
    if (isSameDraw && this.#releaseOf !== releaseKey(settings) && this.working === undefined) {
      void this.#do('releasing', async (ask) => this.#take(await this.work.judge(settings, ask), settings, true))
    }
    this.#showJudged(settings)
  }

  async compare(): Promise<void> {
    await this.#compare(true)
  }

  async #compare(isShown: boolean): Promise<void> {
    const { settings, at } = this
    const before = this.comparison
    const show = (view: ComparisonView, complete: boolean): void => {
      this.comparison = { view, of: at, complete }
      const others = this.compared.filter(({ version }) => version !== at)
      if (complete) this.compared = [...others, { version: at, view }]
    }
    const isDone = await this.#do(
      'comparing',
      async (ask) => {
        // Candidates judged again replace those shown once they are as many.
        const least = isShown ? 0 : (before?.view.map.points.length ?? 0)
        const grew = (view: ComparisonView): void => void (view.map.points.length >= least && show(view, false))
        // A stopped comparison is judged again up to its end.
        const { partial, tried } = (!isShown && before?.view.decision) || {}
        const most = partial && tried ? tried.keys + tried.values + UNCHANGED : Infinity
        const enough = new AbortController()
        const progress = (now: Progress): void => {
          ask.progress(now)
          if ((now.done ?? 0) >= most) enough.abort()
        }
        const stop = AbortSignal.any([ask.stop, enough.signal])
        show(await this.work.compare(settings, { ...ask, progress, stop, kept: this.#measured, grew }), true)
      },
      () => void this.#compare(isShown),
    )
    this.measured = this.#measured.size
    // A cancelled comparison restores the previous one.
    if (!isDone) this.comparison = before
  }

  async choose(label: string): Promise<void> {
    const views = [this.comparison, ...this.compared].flatMap((one) => one?.view.candidates ?? [])
    const candidate = views.find((one) => one.label === label)
    if (candidate) this.change({ chosen: label, steps: candidate.steps }, candidate.title)
    const { settings } = this
    await this.#do(
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
    this.#anonymised = this.#do('anonymising', async (ask) => {
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
    await this.#do(
      'releasing',
      async (ask) => {
        const label = settings.chosen
        if (label === undefined)
          throw new SdcError('BAD_PLAN', 'no candidate is chosen', {}, 'Choose a candidate first.')
        const compared = comparedWith(settings, this.versions, [this.comparison, ...this.compared])
        this.#take(await this.work.release(settings, label, { ...ask, compared }), settings)
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
    this.#forgetRelease()
    await this.#do('tabulating', async (ask) => {
      this.table = await this.work.table(settings, ask)
      this.#tableOf = tableKey(settings)
      this.#releasedOut = false
    })
  }

  /** Keeps a drawn release; `isAgain` marks the same draw, whose files may replace those that were saved. */
  #take(release: ReleaseView, settings: Settings, isAgain = false): void {
    this.privateSaved = false
    this.unconfirmed = false
    if (!isAgain) this.#parts.saver.forget()
    this.table = undefined
    this.release = release
    this.#releaseOf = releaseKey(settings)
    this.#drawOf = drawKey(settings)
    this.#releasedOut = false
  }

  #forgetRelease(): void {
    this.release = undefined
    this.table = undefined
    this.privateSaved = false
    this.unconfirmed = false
    this.#releasedOut = true
    this.#parts.saver.forget()
  }

  async save(box: 'private' | 'public', how: 'folder' | 'zip'): Promise<void> {
    const files = (this.release ?? this.table)?.files.filter((one) => one.box === box) ?? []
    const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
    const name = this.file?.name ?? 'release'
    await this.#do('saving', async ({ progress, signal }) => {
      if (files.length === 0) throw new SdcError('FILE', 'there are no files to save', {}, 'Create a release first.')
      let done = 0
      const state = await this.#parts.saver.save(
        { box, how, files, name },
        {
          pour: (file, piece) =>
            this.work.content(
              file,
              async (bytes) => {
                await piece(bytes)
                done += bytes.length
                progress({ fraction: all === 0 ? 1 : done / all, doing: file })
              },
              { signal },
            ),
          pack: (names) => this.work.zip(names, { progress, signal }),
        },
      )
      if (box === 'public') this.#releasedOut = true
      else if (state === 'handed over') this.unconfirmed = true
      else await this.#privateAreSaved()
    })
  }

  confirmPrivateSaved(): void {
    if (this.unconfirmed) void this.#do('saving', () => this.#privateAreSaved())
  }

  /** Makes the public files available, in the worker as well. */
  async #privateAreSaved(): Promise<void> {
    await this.work.privateSaved()
    this.privateSaved = true
    this.unconfirmed = false
  }

  async measure(files: readonly File[], link?: string): Promise<void> {
    const { settings } = this
    const [data, beside] = [files.filter(isData), files.filter((file) => !isData(file))]
    if (data.length !== 1) {
      this.refuse('open one masked file', 'Its private file or public manifest may be opened with it.')
      return
    }
    this.step = 'measure'
    await this.#do('measuring', async (ask) => {
      const [file] = data
      this.elsewhere = { files }
      const view = await this.work.measure(settings, { file, beside, link }, ask).catch((error: unknown) => {
        throw this.#linkAsked(error, files)
      })
      this.elsewhere = { files, view }
      this.#measuredOf = sorted(settings.schema)
    })
  }

  /** Lets the user choose the link column of a masked file, or set the roles of its columns. */
  #linkAsked(error: unknown, files: readonly File[]): unknown {
    if (!isSdcError(error)) return error
    const { message, fix, place } = error
    if (error.code === 'NO_COLUMNS') {
      const act = (): void => this.go('roles')
      return new Asked({ message, fix, choices: [{ text: 'Set the roles of the columns', act }] })
    }
    if (place.parameter !== 'link') return error
    const choices = (place.choices ?? []).map((name) => ({
      text: `Link by ${name}`,
      act: () => void this.measure(files, name),
    }))
    return new Asked({ message, fix, choices })
  }

  async saveMeasured(name: string): Promise<void> {
    await this.#do('saving', async () => downloaded(new Blob([await this.work.measured(name)]), name))
  }

  async savePlan(): Promise<void> {
    const { settings, file } = this
    await this.#do('saving', async () => {
      const hasChoice = settings.steps !== undefined && settings.chosen !== undefined
      const text = await this.work.plan(settings, hasChoice ? settings.chosen : undefined)
      downloaded(new Blob([text], { type: 'application/yaml' }), `${baseName(file?.name ?? 'sdc')}.plan.yaml`)
    })
  }

  async saveHistory(): Promise<void> {
    const { file } = this
    await this.#do('saving', async () => {
      if (file === undefined) throw withoutData('the history')
      const columns = file.columns.map(({ name }) => name)
      const measured = { sum: file.sum, runs: [...this.#measured] }
      const text = historyText(this.#tree, { name: file.name, columns, measured })
      downloaded(new Blob([text], { type: 'application/json' }), `${baseName(file.name)}.history.json`)
      this.#saved = this.#tree
      this.#measuredSaved = this.measured
    })
  }

  refuse(message: string, fix: string): void {
    this.problem = { message, fix }
  }

  dismiss(): void {
    this.problem = undefined
  }

  /** Does one task at a time, with progress and errors; returns true if it was done. */
  async #do(
    what: Working['what'],
    act: (ask: { progress: (progress: Progress) => void; signal: AbortSignal; stop: AbortSignal }) => Promise<void>,
    again?: () => void,
  ): Promise<boolean> {
    if (this.working !== undefined) {
      const { cancel } = this.working
      const choices = [{ text: 'Cancel the running task', act: cancel }]
      this.problem = { message: 'another task is running', fix: 'Wait until it ends, or cancel it.', choices }
      return false
    }
    const [ended, stopped] = [new AbortController(), new AbortController()]
    const cancel = (): void => ended.abort()
    const stop = (): void => {
      stopped.abort()
      if (this.working?.cancel === cancel) this.working = { ...this.working, stop: undefined }
    }
    this.problem = undefined
    this.working = { what, progress: { fraction: 0 }, cancel, ...(what === 'comparing' && { stop }) }
    const progress = (now: Progress): void => {
      if (this.working?.cancel === cancel) this.working = { ...this.working, progress: now }
    }
    try {
      await act({ progress, signal: ended.signal, stop: stopped.signal })
      return true
    } catch (error) {
      this.#tell(error, again)
      return false
    } finally {
      this.working = undefined
    }
  }

  #tell(error: unknown, again: (() => void) | undefined): void {
    // The user stopped it.
    if (isSdcError(error) && error.code === 'CANCELLED') return
    if (error instanceof Error && error.name === 'AbortError') return
    if (error instanceof Asked) this.problem = error.problem
    else if (isSdcError(error)) this.problem = withRemedies(error, { session: this, again })
    else {
      const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
      this.refuse(`the page itself has a bug: ${message}`, 'Your earlier results are unchanged. Please report the bug.')
    }
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

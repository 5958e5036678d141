import '../without-eval.js'
import { wordOptions } from '@sdc/core'
import { solverFrom } from '@sdc/tabular'
import { pageOption } from '../../text/page-option.js'
import type { PagePort } from '../protocol/messages.js'
import { serve } from '../serve.js'
import { tableAnswers, type TableHeld } from './table-answers.js'

/** Script of the worker for tables; with its solver it is in the second file of the page. */
const page = globalThis as unknown as PagePort & { readonly sdcSolver: string }

wordOptions(pageOption)
solverFrom({ wasmBinary: Uint8Array.from(atob(page.sdcSolver), (letter) => letter.charCodeAt(0)) })
const held: TableHeld = {}
serve(page, held, tableAnswers(held))

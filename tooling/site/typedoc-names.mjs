// Plugin of TypeDoc that names each module by its import path.
import { Converter, ReflectionKind } from 'typedoc'

export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return
    const [, folder, entry] = /^(?:packages\/)?([\w-]+)\/src(?:\/([\w-]+))?$/.exec(reflection.name) ?? []
    if (folder !== undefined) reflection.name = `@sdc/${folder}${entry && entry !== 'index' ? `/${entry}` : ''}`
  })
}

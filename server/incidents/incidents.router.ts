import { command, query, router } from '~/server/api/procedure'
import { NoteIncident, noteIncident, TellIncident, TickStep, tellIncident, tickStep } from './change-incident'
import { CloseIncident, closeIncident } from './close-incident'
import { cordonFor, freezeFor, InTenant, lock, OnNodes, OnPersonByEmail, revoke, revokeInTenant } from './contain'
import { KeepContainment, keepContainment, OnContainment, ThawFor, thawFor, uncordonFor, unlock } from './lift'
import { ListIncidents, listIncidents, ReadIncident, readIncident } from './list-incidents'
import { OpenIncident, openIncident } from './open-incident'

export const incidents = router({
  close: command('incidents.close', CloseIncident, closeIncident),
  cordon: command('incidents.cordon', OnNodes, cordonFor),
  freeze: command('incidents.freeze', InTenant, freezeFor),
  keep: command('incidents.keep', KeepContainment, keepContainment),
  list: query('incidents.list', ListIncidents, listIncidents),
  lock: command('incidents.lock', OnPersonByEmail, lock),
  note: command('incidents.note', NoteIncident, noteIncident),
  open: command('incidents.open', OpenIncident, openIncident),
  read: query('incidents.read', ReadIncident, readIncident),
  revoke: command('incidents.revoke', OnPersonByEmail, revoke),
  revokeInTenant: command('incidents.revokeInTenant', InTenant, revokeInTenant),
  tell: command('incidents.tell', TellIncident, tellIncident),
  thaw: command('incidents.thaw', ThawFor, thawFor),
  tick: command('incidents.tick', TickStep, tickStep),
  uncordon: command('incidents.uncordon', OnContainment, uncordonFor),
  unlock: command('incidents.unlock', OnContainment, unlock),
})

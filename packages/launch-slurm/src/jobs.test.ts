import { describe, expect, it } from 'vitest'
import { endIn, jobsIn, liveJobs, preparesNodes, waitingMessage } from './jobs.js'

/** Output of Slurm 22.05 for an array of six jobs: three ran on a killed node. */
const QUEUE = `13_3|PENDING|JobArrayTaskLimit|
13_4|PENDING|Resources|
13_5|PENDING|Priority|
13_0|COMPLETING|None|n1
13_1|RUNNING|None|n1
13_2|FAILED|JobLaunchFailure|n1
`

const killed =
  'JobId=9 ArrayJobId=7 ArrayTaskId=0 ArrayTaskThrottle=2 JobName=sdc-x UserId=root(0) Priority=4294901756 Requeue=1 Restarts=0 BatchFlag=1 JobState=FAILED Reason=JobLaunchFailure Dependency=(null) ExitCode=0:9 RunTime=00:00:01 ReqNodeList=(null) ExcNodeList=(null) NodeList=n1 BatchHost=n1 NumNodes=1 \n'

describe('output of Slurm on jobs', () => {
  it('is read line by line, without jobs that have ended', async () => {
    expect(jobsIn(QUEUE)).toHaveLength(6)
    expect(jobsIn('slurm_load_jobs error: Invalid job id specified\n')).toEqual([])
    const asked: string[][] = []
    const jobs = await liveJobs((command, args) => {
      asked.push([command, ...args])
      return Promise.resolve({ status: 0, stdout: QUEUE, stderr: '' })
    }, 'sdc-abc')
    expect(asked).toEqual([['squeue', '--noheader', '--array', '--name=sdc-abc', '--format=%i|%T|%r|%N']])
    expect([...(jobs?.keys() ?? [])]).toEqual(['13_3', '13_4', '13_5', '13_0', '13_1'])
    expect(jobs?.get('13_1')).toEqual({ id: '13_1', state: 'RUNNING', reason: 'None', node: 'n1' })
    const away = await liveJobs(() => Promise.resolve({ status: 1, stdout: '', stderr: 'Unable to contact' }), 'x')
    expect(away).toBeUndefined()
  })

  it("gives the reason for waiting, except the launcher's own limit", () => {
    const jobs = jobsIn(QUEUE).slice(0, 5)
    expect(waitingMessage(jobs)).toBe('Slurm runs 2 jobs, 3 wait: Priority, Resources')
    expect(waitingMessage(jobs.slice(3))).toBeUndefined()
    expect(waitingMessage([jobs[0], jobs[4]])).toBeUndefined()
  })

  it('has the signal that ended a job, and its status', () => {
    expect(endIn(killed)).toEqual({ state: 'FAILED', reason: 'JobLaunchFailure', node: 'n1', status: 0, signal: 9 })
    expect(endIn(killed.replace('0:9', '127:0'))).toMatchObject({ status: 127, signal: 0 })
    expect(endIn('')).toBeUndefined()
  })

  it.each([
    [
      'no program',
      'PriorityWeightQOS       = 0\nProlog                  = (null)\nPrologEpilogTimeout     = 65534\n',
      false,
    ],
    ['nothing of the sort', 'PrologFlags             = Alloc,Contain\nPluginDir               = /usr/lib\n', false],
    ['a program', 'Prolog                  = /etc/slurm/prolog.sh\nPrologSlurmctld         = (null)\n', true],
    ['one of several', 'Prolog[0]               = /etc/slurm/prolog.d/a.sh\n', true],
    ['one of the controller', 'Prolog                  = (null)\nPrologSlurmctld         = /etc/slurm/boot.sh\n', true],
  ])('is read from a configuration with %s for preparing nodes', async (_, stdout, prepares) => {
    expect(await preparesNodes(() => Promise.resolve({ status: 0, stdout, stderr: '' }))).toBe(prepares)
  })

  it('counts as preparing nodes if the configuration is missing', async () => {
    expect(await preparesNodes(() => Promise.resolve({ status: 1, stdout: '', stderr: 'Unable to contact' }))).toBe(
      true,
    )
  })
})

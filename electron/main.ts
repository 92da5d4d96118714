import { app, ipcMain, nativeTheme, session } from 'electron';
import { registerAppScheme, serveApp } from './appProtocol.ts';
import { guardContents } from './guardContents.ts';
import { lockDownSession } from './lockDownSession.ts';
import { secondStart, shotsOfArguments } from './openRequests.ts';
import { Program } from './Program.ts';
import { programFiles } from './programFiles.ts';

/** Script of Electron's main process: assembles the program. */
const APP_ID = 'org.ductile.editor';

function run(argumentShots: readonly string[]): void {
  const files = programFiles(import.meta.url);
  /** Shots that the system opens before the program is ready. */
  const early = [...argumentShots];
  let program: Program | undefined;
  const open = (path: string) => {
    if (program === undefined) early.push(path);
    else void program.open(path);
  };

  registerAppScheme();
  app.enableSandbox();
  app.setAppUserModelId(APP_ID);
  nativeTheme.themeSource = 'dark';
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(path);
  });
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const { paths } = secondStart.catch({ paths: [] }).parse(data);
    program?.show();
    for (const path of paths) open(path);
  });
  app.on('child-process-gone', (_event, details) => program?.host.noteGone(details));
  app.on('activate', () => program?.show());
  app.on('before-quit', () => program?.noteQuit());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', () => program?.host.stop());

  void app.whenReady().then(() => {
    lockDownSession(session.defaultSession);
    serveApp(session.defaultSession.protocol, files.page);
    program = new Program(files);
    program.serve(ipcMain);
    program.host.start();
    program.show();
    for (const path of early) void program.open(path);
  });
}

const shots = shotsOfArguments(process.argv, process.cwd(), process.defaultApp === true);
if (app.requestSingleInstanceLock({ paths: shots })) run(shots);
else app.quit();

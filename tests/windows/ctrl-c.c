// Starts a program on a console of its own, and presses Ctrl-C there for each byte of its own input. The program gets the
// input "go" and shares the output.
#include <stdio.h>
#include <string.h>
#include <windows.h>
int main(int count, char **words) {
    HANDLE from, to;
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    STARTUPINFOA start = {sizeof start};
    PROCESS_INFORMATION program;
    char line[1000] = "";
    DWORD written, code = 99;
    const char *text = "st 1000\ngo\n";
    // The new console would take their places.
    HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
    FreeConsole();
    if (!AllocConsole() || !CreatePipe(&from, &to, &inherited, 0)) return 90;
    SetHandleInformation(to, HANDLE_FLAG_INHERIT, 0);
    for (int i = 1; i < count; i++) { strcat(line, words[i]); strcat(line, " "); }
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = from;
    start.hStdOutput = start.hStdError = output;
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &program)) return 91;
    SetConsoleCtrlHandler(NULL, TRUE);
    WriteFile(to, text, strlen(text), &written, NULL);
    while (getchar() != EOF)
        if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) return 92;
    if (WaitForSingleObject(program.hProcess, 0) != WAIT_TIMEOUT) return 93;
    CloseHandle(to);
    WaitForSingleObject(program.hProcess, 20000);
    GetExitCodeProcess(program.hProcess, &code);
    return code;
}

//! Configuration, valid and invalid: names, variables, keys and certificates.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Instant;

use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore};

use crate::programs;
use crate::server::{Server, TIMEOUT, signal};

/// Runs a command that ends by itself.
fn plyd(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    programs::plyd().args(arguments).envs(variables.iter().copied()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The exit code and the last line of a server that refuses to start.
fn refused(arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let output = plyd(arguments, variables);
    assert!(!text(&output.stdout).contains("listening"), "{arguments:?} {variables:?}");
    (output.status.code(), text(&output.stderr))
}

#[test]
fn a_wrong_variable_is_blamed_by_its_name_and_a_wrong_flag_by_its_own() {
    for (variable, value, says) in [
        ("PLYD_QUEUE", "many", "'many' for the variable PLYD_QUEUE"),
        ("PLYD_WORKERS", "0", "0 is not in 1..=1024"),
        ("PLYD_LOG_FORMAT", "xml", "'xml' for the variable PLYD_LOG_FORMAT"),
        ("PLYD_LOG", "verbose", "expected error, warn, info, debug, trace or off"),
        ("PLYD_LOG", "", "expected error, warn"),
        ("PLYD_LOG", "info ", "\"info \" is not a log level"),
        ("PLYD_LOG", "plyd=verbose,info", "\"verbose\" is not a log level"),
        ("PLYD_LISTEN", "localhost", "such as 127.0.0.1:8080, [::1]:8080 or localhost:8080"),
    ] {
        let (code, said) = refused(&[], &[(variable, value)]);
        assert_eq!(code, Some(1), "{variable}: {said}");
        let one_line = said.trim_end().lines().count() == 1;
        assert!(said.starts_with("plyd: ") && said.contains(says) && said.contains(variable) && one_line, "{said}");
        assert!(!said.contains("--"), "it blames no flag: {said}");
    }
    let (code, said) = refused(&["serve", "--queue", "few"], &[("PLYD_QUEUE", "many")]);
    assert!(code == Some(2) && said.contains("'few' for '--queue <QUEUE>'"), "{said}");
}

#[test]
fn impossible_options_are_refused_before_listening() {
    let folder = std::env::temp_dir().join(format!("plyd-configuration-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (keys, empty) = (file("keys", "alice\n"), file("empty", ""));
    for (arguments, says) in [
        (&["--listen", "no-such-host.invalid:80"][..], "cannot resolve no-such-host.invalid:80"),
        (&["--keys", "/no/such/file"], "--keys /no/such/file: "),
        (&["--keys", &keys], "line 1: expected a name, the SHA-256"),
        (&["--keys", "/dev/zero"], "--keys /dev/zero: the file is larger than 64 MiB"),
        (&["--tls-cert", "/no/cert", "--tls-key", "/no/key"], "/no/cert: "),
        (&["--tls-cert", &empty, "--tls-key", &empty], "the file has no certificate"),
    ] {
        let (code, said) = refused(arguments, &[]);
        assert!(code == Some(1) && said.starts_with("plyd: ") && said.contains(says), "{arguments:?}: {said}");
    }
    let (code, said) = refused(&["--tls-cert", &empty], &[]);
    assert!(code == Some(2) && said.contains("--tls-key"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn host_names_are_resolved_and_unknown_variables_cause_warnings() {
    let mut child = programs::plyd()
        .args(["--listen", "localhost:0", "--workers", "1", "--table-mb", "1"])
        .env("PLYD_WORKRES", "3")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let warning = lines.find(|line| line.contains("PLYD_WORKRES")).expect("a warning");
    assert!(warning.contains("WARN") && warning.contains("did you mean PLYD_WORKERS?"), "{warning}");
    let listening = lines.find(|line| line.contains("listening address=")).expect("it listens");
    assert!(listening.contains("address=127.0.0.1:") || listening.contains("address=[::1]:"), "{listening}");
    signal(&child, "-TERM");
    child.wait().unwrap();
}

#[test]
fn keys_new_prints_the_key_first_and_the_line_for_the_file_last() {
    let output = plyd(&["keys", "new", "alice"], &[]);
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((output.status.code(), lines.len(), errors.as_str()), (Some(0), 2, ""), "{said}");
    assert!(lines[0].starts_with("plyd_") && lines[0].len() == 69, "{said}");
    assert!(lines[1].starts_with("alice ") && !lines[1].contains(&lines[0][5..]), "{said}");
    let wrong = plyd(&["keys", "new", "alice and bob"], &[]);
    assert_eq!((wrong.status.code(), wrong.stdout.len()), (Some(1), 0), "{}", text(&wrong.stderr));
}

#[test]
fn sighup_reloads_the_keys() {
    let path = std::env::temp_dir().join(format!("plyd-reload-{}", std::process::id()));
    let key = |name: &str| {
        let said = text(&plyd(&["keys", "new", name], &[]).stdout);
        let (key, line) = said.trim_end().split_once('\n').unwrap();
        (key.to_owned(), line.to_owned())
    };
    let ((old, old_line), (new, new_line)) = (key("old"), key("new"));
    fs::write(&path, old_line).unwrap();
    let mut server = Server::start(Stdio::null(), Stdio::null(), &["--keys", path.to_str().unwrap()]);
    let status = |key: &str| {
        let answer = server.ask(&format!("GET /v1 HTTP/1.1\r\nhost: plyd\r\nauthorization: Bearer {key}\r\n"));
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!((status(&old), status(&new)), ("200".to_owned(), "401".to_owned()));
    // A last line without an end may be only partly written.
    fs::write(&path, format!("{new_line}\n")).unwrap();
    server.signal("-HUP");
    let deadline = Instant::now() + TIMEOUT;
    while status(&new) != "200" {
        assert!(Instant::now() < deadline, "the keys are read again");
    }
    assert_eq!(status(&old), "401");
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(0));
    fs::remove_file(path).unwrap();
}

/// Performs a handshake as a client that trusts one certificate of `tests/tls/`.
fn shakes_hands(server: &Server, trusts: &str) -> bool {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(format!("tests/tls/{trusts}.pem")).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let mut client = ClientConnection::new(Arc::new(config), "localhost".try_into().unwrap()).unwrap();
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    client.complete_io(&mut stream).is_ok()
}

#[test]
fn sighup_reloads_the_certificate() {
    let folder = std::env::temp_dir().join(format!("plyd-certificate-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    let copy = |name: &str| {
        fs::copy(format!("tests/tls/{name}-key.pem"), &key).unwrap();
        fs::copy(format!("tests/tls/{name}.pem"), &certificate).unwrap();
    };
    copy("first");
    let options = ["--tls-cert", certificate.to_str().unwrap(), "--tls-key", key.to_str().unwrap()];
    let mut server = Server::start(Stdio::null(), Stdio::null(), &options);
    assert!(shakes_hands(&server, "first") && !shakes_hands(&server, "second"));
    copy("second");
    server.signal("-HUP");
    let deadline = Instant::now() + TIMEOUT;
    while !shakes_hands(&server, "second") {
        assert!(Instant::now() < deadline, "the certificate is read again");
    }
    assert!(!shakes_hands(&server, "first"));
    server.signal("-TERM");
    assert_eq!(server.ended().code(), Some(0));
    fs::remove_dir_all(folder).unwrap();
}
